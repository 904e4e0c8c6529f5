/** Building, listing and removing the boxes that labs' machines start from. See docs/reference/bundle-and-box.md. */
package org.hybridlab.box;
