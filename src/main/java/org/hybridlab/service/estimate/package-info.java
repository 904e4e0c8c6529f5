/** What is known of a lab before anything is done: what is to get, how long it takes, how far it is proven. */
package org.hybridlab.service.estimate;
