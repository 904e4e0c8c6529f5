/** Steps that bring machines up and prepare them. */
package org.hybridlab.provision.machine;
