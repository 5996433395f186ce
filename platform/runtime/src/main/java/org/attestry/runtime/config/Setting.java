package org.attestry.runtime.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one setting, on the record component that holds it. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

  /** The default, as it would be written; {@link #MANDATORY} for none. */
  String byDefault() default MANDATORY;

  /** What it does, in one sentence with its unit. */
  String says();

  String MANDATORY = "\0mandatory";
}
