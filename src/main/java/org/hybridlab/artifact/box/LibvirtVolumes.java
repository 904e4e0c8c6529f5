package org.hybridlab.artifact.box;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.Processes;

/** Volumes of vagrant-libvirt's pool. Checks the form of virsh's output, since empty output is not "none". */
record LibvirtVolumes(Processes processes) {
    private static final String ADVICE = "Run `hybridlab doctor --provider libvirt`: it says whether libvirt runs and "
            + "whether you may use it.";
    private static final String POOL = "default";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Names may have spaces, but no slash. */
    private static final Pattern VOLUME = Pattern.compile("(?m)^ *(\\S[^/\\n]*?) +/.*$");
    private static final Pattern BACKING = Pattern.compile("<backingStore>\\s*<path>[^<]*?([^/<]+)</path>");

    /**
     * Volumes with that one as backing file.
     *
     * @throws LabException {@code provider-not-answering} if unknown
     */
    List<String> on(String volume, Cancellation cancellation) {
        if (!hasPool(cancellation)) {
            return List.of();
        }
        String table = table(cancellation, "vol-list", POOL);
        List<String> names = VOLUME.matcher(table).results().map(match -> match.group(1)).toList();
        if (names.contains(volume)) {
            return names.stream().filter(name -> !name.equals(volume) && backing(name, cancellation).equals(volume))
                    .toList();
        }
        if (table.contains(volume)) {
            throw notUnderstood("vol-list", table);
        }
        return List.of();
    }

    /** A missing one is no error: no machine used the box. */
    void delete(String volume, Cancellation cancellation) {
        processes.run(virsh("vol-delete", "--pool", POOL, volume), cancellation);
    }

    private boolean hasPool(Cancellation cancellation) {
        Matcher pool = Pattern.compile("(?m)^\\s*" + POOL + "\\s+(\\S+)").matcher(
                table(cancellation, "pool-list", "--all"));
        boolean found = pool.find();
        if (found && !pool.group(1).equals("active")) {
            String start = "virsh --connect qemu:///system pool-start " + POOL;
            throw LabException.hostNotReady("provider-not-answering",
                    "libvirt's pool '%s' does not run, so its disks are not known.".formatted(POOL),
                    "Start it: " + start);
        }
        return found;
    }

    /** Empty without a backing file. */
    private String backing(String volume, Cancellation cancellation) {
        String xml = answer(cancellation, "</volume>", "vol-dumpxml", "--pool", POOL, volume);
        Matcher backing = BACKING.matcher(xml);
        if (backing.find()) {
            return backing.group(1);
        }
        if (xml.contains("<backingStore>")) {
            throw notUnderstood("vol-dumpxml", xml);
        }
        return "";
    }

    /** Checks the line below the header too. */
    private String table(Cancellation cancellation, String... words) {
        return answer(cancellation, "---", words);
    }

    private String answer(Cancellation cancellation, String part, String... words) {
        String text = processes.run(virsh(words), cancellation).orHostFails("provider-not-answering",
                "virsh " + words[0] + " failed, so it is not known which machines use the box.",
                ADVICE).stdout();
        if (!text.contains(part)) {
            throw notUnderstood(words[0], text);
        }
        return text;
    }

    private static LabException notUnderstood(String verb, String text) {
        return LabException.hostNotReady("provider-not-answering",
                "virsh %s did not answer, so it is not known which machines use the box.".formatted(verb), ADVICE)
                .because(text);
    }

    /** Its language depends on the locale. At a terminal, polkit would ask for a password. */
    private static Command virsh(String... words) {
        return Command.of("virsh", "--connect", "qemu:///system").with(words).env("LC_ALL", "C").inOwnSession()
                .timeout(PATIENCE);
    }
}
