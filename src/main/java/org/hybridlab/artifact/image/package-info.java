/**
 * Images of Windows machines: fetched once on this host, kept in the user's cache, in a form that containerd imports.
 */
package org.hybridlab.artifact.image;
