/** How far what is said of Windows machines was proven. */
package org.hybridlab.proof;
