/** Vagrant's command line as a process, and the Vagrantfile's model. Knows neither Kubernetes nor steps. */
package org.hybridlab.provider.vagrant;
