/** What is known of a lab's machines and cluster: what they said, and what the workspace keeps of it. */
package org.hybridlab.provision.state;
