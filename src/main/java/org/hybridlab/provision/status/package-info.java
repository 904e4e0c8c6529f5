/** A lab as it is now, as {@code status} shows it. Asks the provider and the API server once each; changes nothing. */
package org.hybridlab.provision.status;
