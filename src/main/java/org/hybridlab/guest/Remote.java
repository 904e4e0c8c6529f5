package org.hybridlab.guest;

import java.util.ArrayList;
import java.util.List;

/**
 * The few lines of shell that run in a Linux guest for {@link OpenSsh}. Values are arguments, never part of the code.
 */
final class Remote {
    /** A container shares its host's boot id, so the start of its first process is added. */
    static final List<String> BOOT_ID = List.of("sh", "-c",
            "cat /proc/sys/kernel/random/boot_id && cut -d ' ' -f 22 /proc/1/stat");

    /** Not below /run, which systemd mounts noexec. */
    static final String RUN_FOLDER = "/var/lib/hybridlab/run";

    /**
     * Keeps what comes in as the file $1, and fails unless it is whole: $2 bytes of the sum $3. A connection that is
     * cut looks like the end of the file from here.
     */
    private static final String TAKE = """
            take() {
                cat > "$1" || return 1
                came="$(wc -c < "$1")"
                [ "$came" -eq "$2" ] || { echo "only $came of $2 bytes arrived" >&2; return 1; }
                [ "$(sha256sum < "$1")" = "$3  -" ] || { echo "what arrived is not what was sent" >&2; return 1; }
            }
            """;
    private static final String WRITE = TAKE + """
            set -e; umask 022; mkdir -p -- "$(dirname -- "$1")"; umask 077; new="$1.new.$$"
            trap 'rm -f -- "$new"' EXIT; take "$new" "$3" "$4"; chmod -- "$2" "$new"; mv -fT -- "$new" "$1\"""";
    // One at a time: a script goes on when its caller is gone, for example by Ctrl-C. What the script starts does not
    // get the lock (9), so that a daemon cannot keep it.
    private static final String RUN = TAKE + """
            umask 077; mkdir -p -- "$1"; exec 9< "$1"
            flock -n 9 || { echo "An earlier script still runs here; waiting for its end." >&2; flock 9; }
            file="$1/$$-$2"; bytes="$3"; sum="$4"; shift 4
            trap 'rm -f -- "$file"' EXIT; take "$file" "$bytes" "$sum" && chmod 0700 "$file" || exit 1
            umask 022; "$file" "$@" < /dev/null 9<&-""";

    private Remote() {
    }

    static List<String> write(String path, String mode, Sent sent) {
        return List.of("sh", "-c", WRITE, "upload", path, mode, sent.bytes(), sent.sum());
    }

    static List<String> runScript(String folder, String name, Sent sent, List<String> arguments) {
        List<String> words =
                new ArrayList<>(List.of("sh", "-c", RUN, "script", folder, name, sent.bytes(), sent.sum()));
        words.addAll(arguments);
        return words;
    }
}
