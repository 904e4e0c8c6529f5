/** The plan of {@code up}, what is looked at before it, and how a lab is opened for it. */
package org.hybridlab.provision.up;
