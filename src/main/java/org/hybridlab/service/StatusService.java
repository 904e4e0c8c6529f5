package org.hybridlab.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.hybridlab.cluster.kubeconfig.ClientTls;
import org.hybridlab.common.error.LabException;
import org.hybridlab.host.KnownLab;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.state.CreatedLab;
import org.hybridlab.provision.state.WorkspaceState;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.status.LabStatus;
import org.hybridlab.service.status.LabStatusReader;
import org.hybridlab.service.status.LabStatusReader.Reading;

/** Asks the provider for machines and the API server for nodes, now. Changes nothing. */
public final class StatusService {
    private final ServiceContext context;
    private final LabService labs;

    public StatusService(ServiceContext context) {
        this.context = context;
        this.labs = new LabService(context);
    }

    public StatusResult status(NamedLab lab) {
        return reader(lab).get();
    }

    /** Repeats until cancelled. Returns the last answer; throws {@code interrupted} if there was none. */
    public StatusResult watch(NamedLab lab, Duration every, Consumer<StatusResult> listener) {
        Supplier<StatusResult> reader = reader(lab);
        StatusResult last = null;
        try {
            while (true) {
                last = reader.get();
                context.cancellation().throwIfRequested();
                listener.accept(last);
                context.cancellation().pause(every);
            }
        } catch (LabException e) {
            if (!e.isInterruption() || last == null) {
                throw e;
            }
            return last;
        }
    }

    /** Reads the lab again if it came up, was destroyed, or its file was written. */
    private Supplier<StatusResult> reader(NamedLab lab) {
        ClientTls.load();
        AtomicReference<Opened> last = new AtomicReference<>(open(lab));
        return () -> {
            Opened opened = last.updateAndGet(before -> before.isCurrent(labs) ? before : again(lab, before));
            Reading reading = opened.reader().read(context.cancellation());
            return new StatusResult(opened.known().isPresent() ? differing(reading.status(), opened.lab())
                    : reading.status(), opened.known().isPresent(), reading.failures());
        };
    }

    /** What {@code up} would do before any probe. */
    private static LabStatus differing(LabStatus status, OpenLab open) {
        WorkspaceState state = new WorkspaceState(open.workspace());
        // The reader has told of an unreadable one.
        List<String> unfinished = state.isReadable() ? state.unfinished(open.word()) : List.of();
        return status.differing(Stream.concat(unfinished.stream(), LabChanges.ofFile(open)
                .stream().map(change -> "the file has changed: " + change.line())).toList());
    }

    /** While edited, a lab file may have errors. The lab may be destroyed meanwhile. */
    private Opened again(NamedLab lab, Opened before) {
        try {
            return open(lab);
        } catch (LabException e) {
            if (e.id().equals("lab-file-wrong")) {
                return before.known().isPresent() && !labs.isKnown(before.lab()) ? opened(before.lab()) : before;
            }
            throw e;
        }
    }

    private Opened open(NamedLab lab) {
        return opened(labs.asItIs(lab));
    }

    private Opened opened(OpenLab open) {
        Optional<KnownLab> known = labs.known().find(open.workspace().folder());
        return new Opened(open, known, Opened.written(open), new LabStatusReader(open, known,
                CreatedLab.of(open.id(), open.workspace(), open.choice().provider(), context.processes(),
                        labs.host().facts().kvm()).provider()));
    }

    private record Opened(OpenLab lab, Optional<KnownLab> known, List<FileTime> written,
                          LabStatusReader reader) {
        boolean isCurrent(LabService labs) {
            return labs.known().find(lab.workspace().folder()).equals(known)
                    && written(lab).equals(written);
        }

        /** Times of the lab file and the kubeconfig, which a new cluster or certificate changes. */
        static List<FileTime> written(OpenLab lab) {
            return Stream.of(lab.workspace().kubeconfig(), lab.location().file()).map(file -> {
                try {
                    return Files.getLastModifiedTime(file);
                } catch (IOException e) {
                    return FileTime.fromMillis(0);
                }
            }).toList();
        }
    }
}
