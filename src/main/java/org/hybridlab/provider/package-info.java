/** The list of Vagrant providers. */
package org.hybridlab.provider;
