/**
 * FreeMarker templates with quoting for each language, and the workspace that rendered files go into.
 */
package org.hybridlab.render;
