/**
 * Vagrant's command line as a process, the Vagrantfile's model, and one class for each provider with what only that
 * provider needs. Knows neither Kubernetes nor steps.
 */
package org.hybridlab.vagrant;
