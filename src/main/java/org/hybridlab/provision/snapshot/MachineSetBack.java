package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;

/**
 * The machine's disk has the state of the snapshot, and the machine is off: none starts before all are set back, as
 * members of etcd must not meet others that know more. Everything in the machine is killed first. A machine in which
 * that does not work is made again.
 */
final class MachineSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);

    /**
     * Until the next boot systemd starts no service again that was killed, and none of these three at all. Units in
     * /etc win over a mask below /run, so that one is of no use; what is added to a unit counts from anywhere.
     */
    static final String STAY_DOWN = """
            mkdir -p /run/systemd/system/service.d
            printf '[Service]\\nRestart=no\\n' > /run/systemd/system/service.d/99-hybridlab-reset.conf
            for unit in kubelet containerd hybridlab-etcd; do
                mkdir -p /run/systemd/system/$unit.service.d
                printf '[Unit]\\nConditionPathExists=/run/hybridlab/never\\n[Service]\\nRestart=no\\n' \
                    > /run/systemd/system/$unit.service.d/99-hybridlab-reset.conf
            done
            systemctl daemon-reload > /dev/null 2>&1 || true
            """;
    /**
     * The kubelet's folder is full of mounts, among them volumes of others, which must be let go before anything is
     * removed. What somebody mounted over a path goes too: what is written there would be gone with the next boot.
     */
    private static final String QUIET = """
            set -eu
            STAY_DOWN
            kill -9 -1 || true
            mounted() {
                awk '$2 !~ "^/(proc|sys|dev|run|tmp)(/|$)" && ($2 !~ OWN || seen[$2]++) { print $2 }' \
                    OWN='^(/|/etc/(hosts|hostname|resolv.conf)|(/usr)?/lib/modules|/var/lib/(kubelet|containerd))$' \
                    /proc/mounts
            }
            for round in 1 2 3; do
                mounted | sort -r | while read -r mount; do
                    umount -l "$(printf '%b' "$mount")" || true
                done
            done
            if [ -n "$(mounted)" ]; then
                echo "still mounted: $(mounted | tr '\\n' ' ')" >&2
                exit 1
            fi
            for whole in WHOLE; do
                [ ! -d "$whole" ] || find "$whole" -xdev -mindepth 1 ! -path /etc/hosts ! -path /etc/hostname \
                    ! -path /etc/resolv.conf -delete
            done
            rm -rf --one-file-system /var/lib/cni
            """.replace("STAY_DOWN\n", STAY_DOWN).replace("WHOLE", String.join(" ", SavedPaths.WHOLE));
    /**
     * Its arguments: how many paths go first, and they; how many archives there are, of each the folder that it is
     * unpacked in and its size in bytes; paths that go last. The archives are read one after the other, so that one
     * call of docker sets a machine back. What docker mounts into a container stays as docker has it. Etcd's space for
     * its next log, 64 MB, is left out: etcd makes it when it starts.
     */
    static final String UNPACK = """
            set -eu
            left=$1
            shift
            while [ "$left" -gt 0 ]; do
                rm -rf --one-file-system -- "$1"
                shift
                left=$((left - 1))
            done
            left=$1
            shift
            while [ "$left" -gt 0 ]; do
                mkdir -p -- "$1"
                head -c "$2" | tar -x -p --numeric-owner -C "$1" --anchored --exclude etc/hosts --exclude etc/hostname \
                    --exclude etc/resolv.conf --exclude 'etcd/member/wal/*.tmp' --warning=no-unknown-keyword -f -
                shift 2
                left=$((left - 1))
            done
            for path; do rm -rf --one-file-system -- "$path"; done
            """;

    private final LabContext labContext;
    private final MachineDisk disk;
    private final Snapshot.SavedMachine saved;
    private final Path folder;
    private final MachineForReset machine;

    /** @param folder of the snapshot */
    MachineSetBack(LabContext labContext, MachineDisk disk, Snapshot.SavedMachine saved, Path folder) {
        this.labContext = labContext;
        this.disk = disk;
        this.saved = saved;
        this.folder = folder;
        this.machine = new MachineForReset(labContext, disk, saved, false);
    }

    @Override
    public Probe probe(StepContext context) {
        return Probe.unknown("each reset does it");
    }

    @Override
    public Duration longest() {
        return WITHIN.multipliedBy(2).plus(machine.longest());
    }

    @Override
    public void run(StepContext context) {
        try {
            setBack(context);
        } catch (LabException e) {
            if (e.isInterruption()) {
                throw e;
            }
            context.line("%s cannot be set back as it is (%s): it is made again".formatted(saved.machine(), e.what()));
            machine.makeAgain(context);
            setBack(context);
        }
        disk.cutPower(saved.machine(), context.cancellation());
        labContext.forgetStates();
    }

    /** What goes into one folder, of this host's archive. */
    private record Unpacked(String path, Path archive) {
        String parent() {
            return path.substring(0, Math.max(1, path.lastIndexOf('/')));
        }
    }

    private void setBack(StepContext context) {
        List<DiskChange> now = disk.changes(saved.machine(), context.cancellation());
        SavedPaths paths = SavedPaths.of(saved);
        List<String> originals = paths.originals(now);
        List<String> gone = new ArrayList<>(paths.strangers(now));
        paths.paths().stream().filter(path -> !SavedPaths.WHOLE.contains(path)).forEach(gone::add);
        gone.addAll(originals);
        List<Unpacked> archives = new ArrayList<>();
        saved.paths().forEach(path -> archives.add(new Unpacked(path.path(), folder.resolve(path.file()))));
        List<Unpacked> ofBox = new ArrayList<>();
        try {
            for (String path : originals) {
                context.line("%s comes from the box again".formatted(path));
                Unpacked original = new Unpacked(path, folder.resolve(".box-%s-%02d.tar".formatted(saved.machine(),
                        ofBox.size())));
                ofBox.add(original);
                disk.readFromBox(saved.machine(), path, original.archive(), context.cancellation());
            }
            archives.addAll(ofBox);
            disk.run(saved.machine(), QUIET + UNPACK, arguments(gone, archives), archives.stream()
                    .map(Unpacked::archive).toList(), WITHIN, context.cancellation());
        } finally {
            ofBox.forEach(one -> SnapshotStore.remove(one.archive()));
        }
    }

    private List<String> arguments(List<String> gone, List<Unpacked> archives) {
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(gone.size())));
        arguments.addAll(gone);
        arguments.add(String.valueOf(archives.size()));
        archives.forEach(one -> arguments.addAll(List.of(one.parent(), String.valueOf(one.archive().toFile()
                .length()))));
        arguments.addAll(saved.deleted());
        return arguments;
    }
}
