/** What differs from one Vagrant provider to the next, as an interface, and what all of them use. */
package org.hybridlab.provider.api;
