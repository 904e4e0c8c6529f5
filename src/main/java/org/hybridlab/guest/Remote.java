package org.hybridlab.guest;

import java.util.ArrayList;
import java.util.List;

/** The few lines of shell that run in a Linux guest for {@link OpenSsh}. Values are arguments, never part of the code. */
final class Remote {
    /** A container shares its host's boot id, so the start of its first process is added. */
    static final List<String> BOOT_ID = List.of("sh", "-c",
            "cat /proc/sys/kernel/random/boot_id && cut -d ' ' -f 22 /proc/1/stat");

    /** Not below /run, which systemd mounts noexec. */
    static final String RUN_FOLDER = "/var/lib/hybridlab/run";

    private static final String WRITE = """
            set -e; umask 022; mkdir -p -- "$(dirname -- "$1")"; umask 077; new="$1.new.$$"
            trap 'rm -f -- "$new"' EXIT; cat > "$new"; chmod -- "$2" "$new"; mv -fT -- "$new" "$1\"""";
    // One at a time: a script goes on when its caller is gone, for example by Ctrl-C. What the script starts does not
    // get the lock (9), so that a daemon cannot keep it.
    private static final String RUN = """
            umask 077; mkdir -p -- "$1"; exec 9< "$1"
            flock -n 9 || { echo "An earlier script still runs here; waiting for its end."; flock 9; }
            file="$1/$$-$2"; shift 2
            trap 'rm -f -- "$file"' EXIT; cat > "$file" && chmod 0700 "$file" || exit 1
            umask 022; "$file" "$@" < /dev/null 9<&-""";

    private Remote() {
    }

    static List<String> write(String path, String mode) {
        return List.of("sh", "-c", WRITE, "upload", path, mode);
    }

    static List<String> runScript(String folder, String name, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", RUN, "script", folder, name));
        words.addAll(arguments);
        return words;
    }
}
