/** All objects of a cluster at one moment, how they differ from an earlier one, and how that is undone. */
package org.hybridlab.cluster.inventory;
