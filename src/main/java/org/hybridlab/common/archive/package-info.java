/** Reading and writing tar streams. */
package org.hybridlab.common.archive;
