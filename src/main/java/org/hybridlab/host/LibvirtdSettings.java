package org.hybridlab.host;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.hybridlab.common.process.Command;

/**
 * Settings for a libvirtd that hybridlab starts where there is no system bus. libvirtd would ask polkit about everybody
 * but root, and nobody reaches polkit there; with these the socket itself says who may: root, and libvirt's group,
 * which is whom polkit's rules of most distributions let in. What else the host's own settings say holds.
 */
final class LibvirtdSettings {
    private static final Path FILE = Path.of("/run/hybridlab/libvirtd.conf");
    private static final Path OF_HOST = Path.of("/etc/libvirt/libvirtd.conf");
    private static final Path BUS = Path.of("/run/dbus/system_bus_socket");
    private static final Pattern CHOSEN = Pattern.compile("(?m)^\\s*auth_unix_rw\\s*=");
    /** The first setting of a name is the one that counts (src/util/virconf.c). */
    private static final String WRITE = """
            umask 022; mkdir -p "${1%/*}"
            {
                printf '%s\\n' '# Written by hybridlab at each start of libvirtd.' 'unix_sock_group = "libvirt"' \\
                    'unix_sock_ro_perms = "0770"' 'unix_sock_rw_perms = "0770"' 'auth_unix_ro = "none"' 'auth_unix_rw \
            = "none"'
                grep -vE '^[[:space:]]*(#|$|unix_sock_(group|ro_perms|rw_perms)|auth_unix_r[ow])' "$2" 2> /dev/null
            } > "$1"
            exit 0""";

    private LibvirtdSettings() {
    }

    /** Not where somebody chose how this host's libvirtd asks. */
    static boolean areNeeded(HostFiles files) {
        return !files.exists(BUS) && !CHOSEN.matcher(files.read(OF_HOST)).find();
    }

    /** Writes them, as root. */
    static Command write() {
        return Command.of("sh", "-c", WRITE, "settings", FILE.toString(), OF_HOST.toString());
    }

    static List<String> arguments() {
        return List.of("--config", FILE.toString());
    }
}
