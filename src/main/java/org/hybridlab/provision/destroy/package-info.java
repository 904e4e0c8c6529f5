/** The plan of {@code destroy} and its steps. */
package org.hybridlab.provision.destroy;
