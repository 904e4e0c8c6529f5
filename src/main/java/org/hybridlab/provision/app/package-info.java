/** Steps that apply a lab's apps and wait for them. */
package org.hybridlab.provision.app;
