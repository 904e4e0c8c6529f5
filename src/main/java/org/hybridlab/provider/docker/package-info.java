/** What only the Docker provider needs. */
package org.hybridlab.provider.docker;
