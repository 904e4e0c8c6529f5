/** Steps of the legacy mode {@code ch18-classic}. */
package org.hybridlab.provision.legacy;
