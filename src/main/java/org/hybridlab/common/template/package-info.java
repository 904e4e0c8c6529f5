/** FreeMarker templates with quoting for each language. The only user of FreeMarker. */
package org.hybridlab.common.template;
