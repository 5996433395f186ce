package org.attestry.runtime.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes the setting of a record component. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

  /**
   * The default, in the form in which the setting is written; {@link #MANDATORY} if there is none.
   */
  String byDefault() default MANDATORY;

  /**
   * The description: the end of a sentence that begins with the setting's name; states the unit.
   */
  String description();

  /**
   * Whether most deployments set it or decide about it, as about each mandatory one. The others
   * have defaults that fit, or belong to a part of the suite that few use.
   */
  boolean common() default false;

  String MANDATORY = "\0mandatory";
}
