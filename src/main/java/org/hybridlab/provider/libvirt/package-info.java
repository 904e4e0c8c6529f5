/** What only the libvirt provider needs. */
package org.hybridlab.provider.libvirt;
