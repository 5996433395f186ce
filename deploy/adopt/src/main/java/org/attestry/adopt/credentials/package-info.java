/** Which keys and contexts the former system's credentials need, and where they come from. */
package org.attestry.adopt.credentials;
