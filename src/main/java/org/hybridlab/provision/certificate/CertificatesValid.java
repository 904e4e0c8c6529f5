package org.hybridlab.provision.certificate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/**
 * No certificate of kubeadm on the machine ends within 30 days. Otherwise all are renewed, and their users restarted.
 * If the machine does not tell, the step fails without a renewal.
 */
abstract class CertificatesValid extends InMachine {
    static final String RENEWED = "Renewed the certificates of ";
    private final Clock clock;

    CertificatesValid(LabContext labContext, Machine machine, Clock clock) {
        super(labContext, machine);
        this.clock = clock;
    }

    @Override
    public Probe look(StepContext context) {
        MachineCertificates seen;
        try {
            seen = MachineCertificates.look(labContext.guest(machine, context), "");
        } catch (LabException e) {
            if (!e.id().equals("guest-answer-unclear")) {
                throw e;
            }
            return Probe.unknown(e.what());
        }
        return reason(seen).map(Probe::absent).orElseGet(() -> Probe.present(valid(seen)));
    }

    private Optional<String> reason(MachineCertificates seen) {
        Instant now = clock.instant();
        if (seen.unfinished()) {
            return Optional.of("an earlier renewal did not get to its end");
        }
        Map<String, Instant> ending = seen.ending(now);
        return ending.isEmpty() ? kubeconfig(seen, now) : Optional.of(message(ending, now));
    }

    private static String message(Map<String, Instant> ending, Instant now) {
        Map.Entry<String, Instant> first = ending.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        return "%s %s %s%s".formatted(first.getKey(), first.getValue().isAfter(now) ? "ends on" : "ended on",
                day(first.getValue()), ending.size() == 1 ? "" : ", and %d more end within 30 days"
                        .formatted(ending.size() - 1));
    }

    private Optional<String> kubeconfig(MachineCertificates seen, Instant now) {
        return seen.ends().containsKey("admin.conf") ? reasonOnHost(now) : Optional.empty();
    }

    private static String valid(MachineCertificates seen) {
        return seen.firstEnd().map(end -> "the first one ends on " + day(end)).orElse("kubeadm has made none yet");
    }

    private static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }

    @Override
    public Duration usual() {
        return Duration.ofMillis(200);
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        MachineCertificates before = MachineCertificates.look(guest, "");
        if (before.unfinished()) {
            // Its kubeadm may still run. Any other kubeadm belongs to another step of this run.
            before = MachineCertificates.look(guest, Guest.END_EARLIER_KUBEADM);
        }
        Optional<String> reason = reason(before);
        if (reason.isEmpty()) {
            context.line(valid(before));
            return;
        }
        context.line(reason.get());
        if (!before.unfinished() && before.ending(clock.instant()).isEmpty()) {
            refreshHost(guest);
            return;
        }
        Map<String, Instant> earlier = before.ends();
        renew(guest, context);
        MachineCertificates after = MachineCertificates.look(guest, "");
        String old = after.ending(clock.instant()).entrySet().stream()
                .filter(one -> !one.getValue().isAfter(earlier.getOrDefault(one.getKey(), Instant.MIN)))
                .map(one -> one.getKey() + " ends on " + day(one.getValue())).collect(Collectors.joining(", "));
        if (after.unfinished() || !old.isEmpty()) {
            throw LabException.labFailed("certificates-not-renewed", "kubeadm did not renew all certificates on %s."
                    .formatted(machine.name()), advice()).because(old.isEmpty() ? "It did not get to its end." : old);
        }
        context.line("%s%s: they are valid until %s.".formatted(RENEWED, machine.name(), after.firstEnd()
                .map(CertificatesValid::day).map(LocalDate::toString).orElse("?")));
    }

    final String advice() {
        return "See what is there: hybridlab exec %s --on %s --sudo -- kubeadm certs check-expiration"
                .formatted(labContext.word(), machine.name());
    }

    /** Why to fetch this host's copy again; empty if there is no reason. */
    Optional<String> reasonOnHost(Instant now) {
        return Optional.empty();
    }

    void refreshHost(Guest guest) {
        // Most machines have no copy here.
    }

    /** Renews all, and returns once their users run again. */
    abstract void renew(Guest guest, StepContext context);
}
