/** Builds, lists and removes the boxes that labs' machines start from. Runs no Vagrant of a lab. */
package org.hybridlab.artifact.box;
