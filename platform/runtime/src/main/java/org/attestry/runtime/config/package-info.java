/** Settings: one validated record per deployable. No other package reads the environment. */
package org.attestry.runtime.config;
