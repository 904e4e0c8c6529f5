/** What is judged of a lab that is up, or came up halfway: its checks, and the causes of what failed. */
package org.hybridlab.service.check;
