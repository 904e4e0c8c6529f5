/** Where each machine's box comes from, and the steps that get it. */
package org.hybridlab.provision.box;
