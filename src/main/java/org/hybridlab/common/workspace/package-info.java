/** Folders that hybridlab writes into: workspaces, lab folders, and paths that no link may lead out of. */
package org.hybridlab.common.workspace;
