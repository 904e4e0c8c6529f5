/** Labs as this host knows them: found, opened, trusted, moved, copied. Brings nothing up and takes nothing away. */
package org.hybridlab.service.lab;
