/** What is rendered for a lab, as text. Pure: touches neither the host nor a machine. */
package org.hybridlab.provision.render;
