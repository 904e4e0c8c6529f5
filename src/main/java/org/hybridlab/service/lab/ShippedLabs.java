package org.hybridlab.service.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** The labs that come with hybridlab, below the folder {@code labs} of the installation. */
final class ShippedLabs {
    /** Not what lies there: somebody else's lab may have been cloned into that folder. */
    static final Set<String> FOLDERS = Set.of("first-cluster", "first-hybrid", "four-machines", "ha-control-plane",
            "handbook-windows", "kiamol-ch18", "kiamol-ch18/1809", "l2bridge", "mixed-builds", "rancher",
            "upstream-tor");

    private ShippedLabs() {
    }

    /**
     * Whether that lab file is of one of them, by its real path: a link in the installation leads to somebody's folder.
     *
     * @param home the installation
     */
    static boolean have(Path labFile, Path home) {
        try {
            Path labs = home.resolve("labs").toRealPath();
            Path folder = labFile.toRealPath().getParent();
            return folder.startsWith(labs) && FOLDERS.contains(labs.relativize(folder).toString().replace('\\', '/'));
        } catch (IOException e) {
            return false;
        }
    }
}
