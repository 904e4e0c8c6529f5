/** The plan of {@code box package} and its steps. */
package org.hybridlab.provision.packaging;
