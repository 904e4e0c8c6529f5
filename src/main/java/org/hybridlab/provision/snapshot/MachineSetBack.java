package org.hybridlab.provision.snapshot;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provider.api.DiskChange;
import org.hybridlab.provider.api.DiskChange.Kind;
import org.hybridlab.provider.api.MachineDisk;
import org.hybridlab.provision.context.LabContext;

/**
 * The machine's disk has the state of the snapshot, and the machine is off: none starts before all are set back, as
 * members of etcd must not meet others that know more. Everything in the machine is killed first. A machine in which
 * that does not work is made again.
 */
final class MachineSetBack implements Action {
    private static final Duration WITHIN = Duration.ofMinutes(5);
    private static final Duration QUICK = Duration.ofMinutes(1);

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
            for path; do rm -rf --one-file-system -- "$path"; done
            """.replace("STAY_DOWN\n", STAY_DOWN).replace("WHOLE", String.join(" ", SavedPaths.WHOLE));
    /**
     * What docker mounts into a container stays as docker has it. Etcd's space for its next log, 64 MB, is left out:
     * etcd makes it when it starts.
     */
    static final String UNPACK = """
            set -eu
            mkdir -p -- "$1"
            tar -x -p --numeric-owner -C "$1" --exclude etc/hosts --exclude etc/hostname --exclude etc/resolv.conf \
            --exclude 'etcd/member/wal/*.tmp' --warning=no-unknown-keyword -f -
            """;
    private static final String REMOVE = "for path; do rm -rf --one-file-system -- \"$path\"; done";

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
        this.machine = new MachineForReset(labContext, disk, saved.machine(), false);
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
            imagesMustBeThere(context);
            setBack(context);
        } catch (LabException e) {
            if (e.exitCode() == ExitCode.INTERRUPTED) {
                throw e;
            }
            context.line("%s cannot be set back as it is (%s): it is made again".formatted(saved.machine(), e.what()));
            machine.makeAgain(context);
            setBack(context);
        }
        disk.cutPower(saved.machine(), context.cancellation());
        labContext.forgetStates();
    }

    /** A snapshot has no images: a machine that lost some gets those of its box. */
    private void imagesMustBeThere(StepContext context) {
        if (saved.images().isEmpty()) {
            return;
        }
        Set<String> lost = new TreeSet<>(saved.images());
        SnapshotSaved.images(disk, saved.machine(), context.cancellation()).forEach(lost::remove);
        if (!lost.isEmpty()) {
            throw LabException.labFailed("images-damaged", "containerd on %s lost %d files of images"
                    .formatted(saved.machine(), lost.size()), "Run `hybridlab reset --remake`.");
        }
    }

    private void setBack(StepContext context) {
        List<DiskChange> now = disk.changes(saved.machine(), context.cancellation());
        SavedPaths paths = new SavedPaths(saved.paths().stream().map(Snapshot.SavedPath::path).toList(),
                saved.deleted());
        List<String> originals = paths.originals(withoutFolders(now, context));
        List<String> gone = new ArrayList<>(paths.strangers(now));
        paths.paths().stream().filter(path -> !SavedPaths.WHOLE.contains(path)).forEach(gone::add);
        gone.addAll(originals);
        run(QUIET, gone, Optional.empty(), context);
        // None lies below another, and most of its time each waits for docker.
        Together.each(saved.paths(), path -> unpack(path.path(), folder.resolve(path.file()), context));
        for (String path : originals) {
            context.line("%s comes from the box again".formatted(path));
            Path archive = folder.resolve(".box-%s.tar".formatted(saved.machine()));
            disk.readFromBox(saved.machine(), path, archive, context.cancellation());
            unpack(path, archive, context);
            SnapshotStore.remove(archive);
        }
        if (!saved.deleted().isEmpty()) {
            run(REMOVE, saved.deleted(), Optional.empty(), context);
        }
    }

    /** Of folders, only their own times changed. */
    private List<DiskChange> withoutFolders(List<DiskChange> now, StepContext context) {
        List<String> changed = now.stream().filter(change -> change.kind() == Kind.CHANGED).map(DiskChange::path)
                .toList();
        List<String> files = run(SnapshotSaved.FILES, changed, Optional.empty(), context).lines().toList();
        return now.stream().filter(change -> change.kind() != Kind.CHANGED || files.contains(change.path())).toList();
    }

    private void unpack(String path, Path archive, StepContext context) {
        String parent = path.substring(0, Math.max(1, path.lastIndexOf('/')));
        run(UNPACK, List.of(parent), Optional.of(archive), context);
    }

    private String run(String script, List<String> arguments, Optional<Path> stdin, StepContext context) {
        return disk.run(saved.machine(), script, arguments, stdin, stdin.isPresent() ? WITHIN : QUICK,
                context.cancellation());
    }
}
