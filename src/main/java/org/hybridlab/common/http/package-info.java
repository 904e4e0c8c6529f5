/** HTTP requests whose whole answer comes within a limit of time and size. */
package org.hybridlab.common.http;
