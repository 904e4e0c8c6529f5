/** Which images machines need, and from where they may come. */
package org.hybridlab.provision.image;
