package org.attestry.file.blob;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

/** Aborts every response of the server that is longer than the longest one requested here. */
final class ResponseLimit implements Interceptor {

  private final long most;

  /**
   * @param most the most bytes of one response
   */
  ResponseLimit(long most) {
    this.most = most;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    ResponseBody body = response.body();
    BufferedSource limited = Okio.buffer(new LimitedSource(body.source(), most));
    return response
        .newBuilder()
        .body(ResponseBody.create(limited, body.contentType(), body.contentLength()))
        .build();
  }

  private static final class LimitedSource extends ForwardingSource {
    private long left;

    LimitedSource(Source source, long most) {
      super(source);
      this.left = most;
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
      long read = super.read(sink, byteCount);
      left -= Math.max(0, read);
      if (left < 0) {
        throw new IOException("the S3 server sent more than was requested");
      }
      return read;
    }
  }
}
