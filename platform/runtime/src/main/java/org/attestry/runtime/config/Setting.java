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

  /** The default, as it would be written; {@link #MANDATORY} for none. */
  String byDefault() default MANDATORY;

  /** The end of a sentence, with the unit, that begins with the setting's name. */
  String description();

  String MANDATORY = "\0mandatory";
}
