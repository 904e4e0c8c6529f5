/** Saved states of a lab: what of its machines is kept, where, and the plans that save them and set a lab back. */
package org.hybridlab.provision.snapshot;
