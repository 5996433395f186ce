/** Settings: one validated record per deployable, and no other place reads the environment. */
package org.attestry.runtime.config;
