/** What only the Hyper-V provider needs. Never run on Hyper-V here. */
package org.hybridlab.provider.hyperv;
