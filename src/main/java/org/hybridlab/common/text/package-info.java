/** Forms of texts that all packages share. Depends on nothing. */
package org.hybridlab.common.text;
