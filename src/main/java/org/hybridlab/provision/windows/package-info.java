/** Steps of Windows machines. */
package org.hybridlab.provision.windows;
