package org.attestry.local;

import java.util.concurrent.CountDownLatch;
import org.attestry.runtime.config.Settings;
import org.attestry.runtime.config.SettingsException;
import org.attestry.testkit.servers.ServerFailure;

/** The main class of {@code deploy/local/up}. */
public final class LocalMain {

  private LocalMain() {}

  /**
   * Starts the suite, prints the banner and runs until a signal stops it.
   *
   * @param arguments {@code --demo} loads the demonstration data once; {@code --processes} runs
   *     each service in a separate process, and {@code --replicas registry=2} sets the number of
   *     processes of a service
   */
  public static void main(String[] arguments) throws InterruptedException {
    LocalSuite suite;
    try {
      LocalOptions options = LocalOptions.of(arguments);
      LocalConfig config = Settings.of(System.getenv()).read(LocalConfig.class);
      suite = LocalSuite.start(config.attestry(), options, System.out);
      if (options.demo()) {
        new Demo(suite.endpoints()).load(System.out);
      }
    } catch (SettingsException | ServerFailure explained) {
      System.err.println(explained.getMessage());
      System.exit(2);
      return;
    } catch (Exception unexpected) {
      unexpected.printStackTrace();
      System.exit(1);
      return;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  System.out.println("Stopping.");
                  suite.close();
                  System.out.println("Stopped.");
                  stopped.countDown();
                },
                "stop"));
    suite.publish();
    Banner.print(suite.endpoints(), suite.startTime(), System.out);
    stopped.await();
  }
}
