/** What only the VirtualBox provider needs. Never run on VirtualBox here. */
package org.hybridlab.provider.virtualbox;
