/** What actions of steps work with: the lab, shells in machines, changes in the cluster. No step lives here. */
package org.hybridlab.provision.context;
