/** What only the Parallels provider needs. Never run on Parallels here. */
package org.hybridlab.provider.parallels;
