package org.hybridlab.service.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.hybridlab.config.model.LocalBox;
import org.hybridlab.host.TrustedLabs;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.LabEffects;
import org.hybridlab.service.context.ServiceContext;

/**
 * Whether a lab may do here what its folder says. Shipped labs and the user's own may. Others need the user's consent
 * to a list of effects, and again when something is added.
 */
final class LabTrust {
    /** Length of both ends of an effect that is shown without its middle. */
    private static final int BEGIN = 100;
    private static final int END = 60;

    private final ServiceContext context;
    private final TrustedLabs trusted;

    LabTrust(ServiceContext context) {
        this.context = context;
        this.trusted = new TrustedLabs(context.folders());
    }

    /** Asks nobody. @param here boxes under hybridlab's names that Vagrant has */
    boolean isGiven(OpenLab open, Supplier<List<LocalBox>> here) {
        Path file = open.location().file();
        return isFree(file) || trusted.effects(file).filter(agreed -> agreed.containsAll(
                LabEffects.of(open, context.home(), here.get()).toAgreeTo())).isPresent();
    }

    /** Called before {@code init} writes a lab file. */
    void needWritable() {
        trusted.needWritable();
    }

    /** Called after {@code init} wrote a lab file. @param alone false if the folder had files of somebody else */
    void created(Path file, boolean alone) {
        if (alone) {
            trusted.own(file);
        } else {
            trusted.notOwn(file);
        }
    }

    /** A copy may do what the original may, and no more. */
    void copied(Path from, Path copy) {
        if (isFree(from)) {
            trusted.own(copy);
        } else {
            trusted.effects(from).ifPresentOrElse(agreed -> trusted.trust(copy, agreed), () -> trusted.notOwn(copy));
        }
    }

    /** Throws {@code lab-not-trusted} (exit 2) with the list. @param here hybridlab's boxes that Vagrant has */
    void need(OpenLab open, Supplier<List<LocalBox>> here) {
        Path file = open.location().file();
        if (isFree(file)) {
            return;
        }
        LabEffects effects = LabEffects.of(open, context.home(), here.get());
        if (trusted.effects(file).filter(agreed -> agreed.containsAll(effects.toAgreeTo())).isPresent()) {
            return;
        }
        if (!context.approval().trustsEveryLab()) {
            ask(open, effects);
        }
        trusted.trust(open.location().file(), effects.toAgreeTo());
    }

    private void ask(OpenLab open, LabEffects effects) {
        Optional<List<String>> agreed = trusted.effects(open.location().file());
        Predicate<String> isNew = one -> agreed.isEmpty()
                || effects.toAgreeTo().contains(one) && !agreed.get().contains(one);
        String what = agreed.isPresent() ? "The lab %s asks for more than you trusted it with. New is that it would"
                : "The lab %s did not come with hybridlab. It would";
        context.approval().trust((what + " (in full: hybridlab validate %s --show)").formatted(open.location().folder(),
                open.word()), lines(effects, isNew, LabTrust::capped));
    }

    /** All effects, in full. @param here boxes under hybridlab's names that Vagrant has */
    List<String> effects(OpenLab open, Supplier<List<LocalBox>> here) {
        return lines(LabEffects.of(open, context.home(), here.get()), one -> true, one -> one);
    }

    /** Effects on this host come last, next to the question. */
    private static List<String> lines(LabEffects effects, Predicate<String> isNew, UnaryOperator<String> shown) {
        List<String> machines = effects.inMachines().stream().filter(isNew).toList();
        List<String> host = effects.onHost().stream().filter(isNew).toList();
        return Stream.concat(section("In its machines", machines, shown), section(machines.isEmpty() ? "On this host"
                : "Besides the %d in its machines, on this host".formatted(machines.size()), host, shown)).toList();
    }

    private static Stream<String> section(String title, List<String> effects, UnaryOperator<String> shown) {
        return effects.isEmpty() ? Stream.of() : Stream.concat(Stream.of("%s (%d):".formatted(title, effects.size())),
                effects.stream().map(one -> "  - " + shown.apply(one)));
    }

    /** Drops the middle: both ends say what it does. */
    private static String capped(String effect) {
        int left = effect.length() - BEGIN - END;
        return left <= 0 ? effect : "%s ... (%d characters left out) ... %s".formatted(effect.substring(0, BEGIN), left,
                effect.substring(BEGIN + left));
    }

    /** Shipped labs need no consent, unless a stranger's lab lies in their place. */
    private boolean isFree(Path file) {
        return trusted.isOwn(file) || ShippedLabs.have(file, context.home()) && !trusted.isOthers(file);
    }
}
