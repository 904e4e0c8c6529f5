/** Plans of {@code halt}, {@code suspend} and {@code resume}, and their steps. */
package org.hybridlab.provision.power;
